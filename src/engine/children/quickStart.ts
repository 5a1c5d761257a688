// What makes a process start faster, and changes nothing else in it.
import "./cache/compileCache";
import "./lazyModules";
import "./sourceMaps";

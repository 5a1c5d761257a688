// Loaded into the processes the engine starts, before anything of theirs.
import util from "node:util";
import "./cache/compileCache";
import "./lazyModules";
import "./leash";
import { plainErrors } from "./plainErrors";

util.inspect = plainErrors(util.inspect);

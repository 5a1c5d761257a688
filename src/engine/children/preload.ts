// Loaded first into every process that the engine starts.
import util from "node:util";
import "./cache/compileCache";
import "./lazyModules";
import "./leash";
import "./sourceMaps";
import { plainErrors } from "./plainErrors";

util.inspect = plainErrors(util.inspect);

// Loaded first into every process that the engine starts.
import util from "node:util";
import "./quickStart";
import "./leash";
import { plainErrors } from "./plainErrors";

util.inspect = plainErrors(util.inspect);

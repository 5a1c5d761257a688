// Random histories, for as long as one likes: `npm run soak -- --minutes N [--seed S]`. Stops at the first broken rule, with the
// smallest history that breaks it.
import { compiled } from "./compiled.mjs";

const { soak } = compiled(["src", "test/histories"], "test/histories/soak");
process.exitCode = await soak(process.argv.slice(2));

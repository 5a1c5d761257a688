// What the recorded programs import: a dynamic resource over the trace provider, and a component that has one.
// The order in which independent registrations reach the engine is a matter of chance; TRACE_ORDER, a list of names, makes it
// that of the recording.
const pulumi = require("@pulumi/pulumi");

/* global setImmediate */

// Node 20.20 does not come to an end when it colours a stack frame that lies directly in the directory of a scope, as the SDK's
// source maps have it for the frames further down.
Error.stackTraceLimit = 5;

const order = JSON.parse(process.env.TRACE_ORDER ?? "[]");
const turns = new Map();

/** Resolves some rounds of the event loop after the one before it, when that one's registration is on its way. */
function turn(place) {
    if (place <= 0) return Promise.resolve();
    if (!turns.has(place)) turns.set(place, turn(place - 1).then(rounds));
    return turns.get(place);
}

async function rounds() {
    for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve));
}

function inTurn(name, { dependsOn = [], ...options }) {
    const place = order.includes(name) ? order.indexOf(name) : order.length;
    return { ...options, dependsOn: turn(place).then(() => dependsOn) };
}

const handler = 'exports.handler = () => require("trace-provider");';
const withoutDiff = 'exports.handler = () => ({ ...require("trace-provider"), diff: undefined });';

class Thing extends pulumi.CustomResource {
    constructor(name, args = {}, options = {}, __provider = handler) {
        const given = options.id ? args : { name, size: 1, ...args };
        super(
            "pulumi-nodejs:dynamic/trace:Thing",
            name,
            {
                ...given,
                computed: undefined,
                hidden: undefined,
                __provider,
            },
            pulumi.mergeOptions(inTurn(given.name, options), { additionalSecretOutputs: ["hidden"] }),
        );
    }
}

/** Of a provider that leaves it to the engine to find differences. */
class Undiffed extends Thing {
    constructor(name, args, options) {
        super(name, args, options, withoutDiff);
    }
}

class Group extends pulumi.ComponentResource {
    constructor(name, options) {
        super("trace:index:Group", name, {}, options);
        this.a = new Thing(`${name}-a`, {}, { parent: this });
        this.registerOutputs({ made: this.a.computed });
    }
}

/** Resolves when the registration of a resource, and of what it has made, is complete. */
async function complete(resource) {
    await new Promise((resolve) => resource.urn.apply(resolve));
    if (resource.a) await complete(resource.a);
}

module.exports = { pulumi, Thing, Undiffed, Group, complete };

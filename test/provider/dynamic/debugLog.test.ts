// What `pulumi up --debug` shows: every request, every plan, every verdict of a wait, and no secret.
import { attemptText } from "../../../src/provider/dynamic/requestLog";
import { stack } from "../../support/eachStack";

test("requests with method, path, status, time and request id; plans; verdicts", async () => {
    const password = "correct-horse-battery";
    const made = await stack.up("Service", "db", { cpuMillis: 2000, memoryGbs: 8, password });
    const service = `service ${made.id}`;
    expect(stack.debugLines).toContainEqual(
        expect.stringMatching(/^POST \/projects\/\w+\/services: 202, \d+ ms, request req-\d+$/),
    );
    expect(stack.debugLines).toContainEqual(expect.stringMatching(/^GET \/projects\/\w+\/services\/\w+: 200, /));
    expect(stack.debugLines).toContain(`${service}: plan: password`);
    // Once, though many looks conclude the same: each line is a call of the engine.
    expect(stack.debugLines.filter((line) => line === `${service}, creating: CONFIGURING, waiting`)).toHaveLength(1);
    expect(stack.debugLines).toContain(`${service}: plan: none`);
    const posts = stack.emulator.requests().filter(({ method }) => method === "POST").length;
    expect(stack.debugLines.filter((line) => line.startsWith("POST ")).length).toBe(posts);

    stack.debugLines.length = 0;
    await stack.up("Service", "db", { cpuMillis: 4000, memoryGbs: 16, password }, made);
    expect(stack.debugLines).toContain("plan: resize 2 CPU / 8 GB -> 4 CPU / 16 GB");
    expect(stack.debugLines).toContain(`${service}: plan: resize 2 CPU / 8 GB -> 4 CPU / 16 GB`);
    expect(stack.debugLines).toContainEqual(
        expect.stringMatching(/resizing 2 CPU \/ 8 GB -> 4 CPU \/ 16 GB: .*, done$/),
    );
    const text = [...stack.debugLines, ...stack.lines].join("\n");
    expect(text).not.toContain(password);
    expect(text).not.toContain(stack.emulator.token);
});

test("an attempt that is repeated, and one without an answer", () => {
    const attempt = { method: "GET", path: "/projects", milliseconds: 12, requestId: undefined, fault: undefined };
    expect(attemptText({ ...attempt, count: 2, status: 503 })).toBe("GET /projects: 503, 12 ms, attempt 2");
    expect(attemptText({ ...attempt, count: 1, status: undefined, fault: "socket hang up" })).toBe(
        "GET /projects: no answer (socket hang up), 12 ms",
    );
});

test("a row says what a wait is still waiting for", async () => {
    const vpc = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
    const made = await stack.up("Service", "db", { regionCode: "us-east-1" });
    stack.lines.length = 0;
    await stack.up("Service", "db", { regionCode: "us-east-1", vpcId: vpc.id }, made);
    expect(stack.lines).toContainEqual(expect.stringMatching(/: READY \(waiting for [\w ]*vpcEndpoint\)/));
});

test("a row says that another change of the same service is in progress", async () => {
    const service = await stack.up("Service", "db", { cpuMillis: 2000, memoryGbs: 8 });
    await stack.clock.sleep(3_600_000);
    const args = { serviceId: service.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4 };
    const set = await stack.up("ReadReplicaSet", "reports", args);
    stack.lines.length = 0;
    stack.emulator.faults.add({ do: { kind: "latency", ms: 5_000 } });
    await Promise.all([
        stack.up("Service", "db", { cpuMillis: 4000, memoryGbs: 16 }, service),
        stack.up("ReadReplicaSet", "reports", { ...args, cpuMillis: 2000, memoryGbs: 8 }, set),
    ]);
    expect(stack.lines).toContainEqual(expect.stringMatching(/^resizing .* \(waiting for another change of .*\)/));
});

test("a row says that the API does not answer, and how long it is waited for", async () => {
    const made = await stack.up("Service", "db", { cpuMillis: 2000, memoryGbs: 8 });
    stack.lines.length = 0;
    for (const [ms, lines] of [
        [2_500, 0],
        [4_000, 2],
    ] as const) {
        stack.emulator.faults.add({ do: { kind: "latency", ms } });
        await stack.refresh(made);
        expect(stack.lines).toHaveLength(lines);
    }
    expect(stack.lines).toEqual([
        expect.stringMatching(/^waiting for the API's answer to GET \/projects\/\w+\/services, at most 2 m$/),
        "the API answered after 4 s",
    ]);
});

test("a row says that the API asks for a pause, and how long it is", async () => {
    const made = await stack.up("Service", "db", { cpuMillis: 2000, memoryGbs: 8 });
    stack.lines.length = 0;
    stack.emulator.faults.add({ do: { kind: "rateLimit", retryAfter: 40 } });
    await stack.refresh(made);
    expect(stack.lines).toEqual(["the API answers 429: asking again in 40 s"]);
});

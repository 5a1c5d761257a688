// Requests through the proxy of the environment.
import { once } from "node:events";
import http from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createClient } from "../../../src/provider/api";
import { apiErrorOf, apiKey, record, service } from "./support";

interface Asked {
    readonly target: string;
    readonly authorization: string | undefined;
}

const variables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];
let [api, proxy]: http.Server[] = [];
let asked: Asked[];
let received: string[];
let refusal: number | undefined;
const environment = { ...process.env };

const portOf = (server: http.Server) => (server.address() as AddressInfo).port;
const started = async (server: http.Server) => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    return server;
};
const set = (settings: Readonly<Record<string, string>>) => Object.assign(process.env, settings);

beforeEach(async () => {
    for (const name of variables) Reflect.deleteProperty(process.env, name);
    [asked, received, refusal] = [[], [], undefined];
    api = await started(
        http.createServer((request, response) => {
            received.push(String(request.headers["proxy-authorization"]));
            response.end(JSON.stringify(record));
        }),
    );
    proxy = await started(
        http.createServer().on("connect", ({ url, headers }: http.IncomingMessage, socket: Socket) => {
            asked.push({ target: url!, authorization: headers["proxy-authorization"] });
            if (refusal !== undefined) {
                socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
                return;
            }
            socket.write("HTTP/1.1 200 OK\r\n\r\n");
            const through = connect(portOf(api!), "127.0.0.1");
            for (const end of [socket, through]) end.on("error", () => undefined);
            socket.pipe(through).pipe(socket);
        }),
    );
});
afterEach(() => {
    process.env = { ...environment };
    for (const server of [api!, proxy!]) {
        server.closeAllConnections();
        server.close();
    }
});

async function call(baseUrl = "http://api.test/v1") {
    const client = createClient({ baseUrl, apiKey, allowInsecureHttp: true, requestTimeout: 2_000 });
    try {
        return await client.services.get(service);
    } finally {
        await client.close();
    }
}
const proxyUrl = (userInfo = "") => `http://${userInfo}127.0.0.1:${portOf(proxy!)}`;

test.each(["HTTP_PROXY", "http_proxy"])("%s is used", async (name) => {
    set({ [name]: proxyUrl() });
    expect(await call()).toMatchObject({ serviceId: "s1" });
    expect(asked).toEqual([{ target: "api.test:80", authorization: undefined }]);
});

test("the lower case comes first, and the scheme may be left out", async () => {
    set({ http_proxy: `127.0.0.1:${portOf(proxy!)}`, HTTP_PROXY: "http://nowhere.invalid:1" });
    expect(await call()).toMatchObject({ serviceId: "s1" });
});

test("credentials go to the proxy alone, and into no error", async () => {
    set({ HTTP_PROXY: proxyUrl("me:p%40ssw0rd-1@") });
    await call();
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from("me:p@ssw0rd-1").toString("base64")}`);
    expect(received).toEqual(["undefined"]);
    refusal = 403;
    const { message } = await apiErrorOf(call());
    expect(message).not.toMatch(/ssw0rd|me:/);
});

test.each([407, 403])("a refusal of the proxy (%d) says that it is one, and is not repeated", async (status) => {
    set({ HTTP_PROXY: proxyUrl() });
    refusal = status;
    const error = await apiErrorOf(call());
    expect(error).toMatchObject({ kind: "transport", outcomeUnknown: false });
    expect(error.message).toContain(
        `failed: the proxy answered ${status} to CONNECT (HTTP_PROXY sends requests through the proxy ${proxyUrl()})`,
    );
    expect(asked).toHaveLength(1);
});

test("a proxy that is not there is named, with its variable", async () => {
    const url = proxyUrl();
    proxy!.close();
    set({ HTTP_PROXY: url });
    const { message } = await apiErrorOf(call());
    expect(message).toMatch(/ECONNREFUSED/);
    expect(message).toContain(`(HTTP_PROXY sends requests through the proxy ${url})`);
});

test("a host of NO_PROXY is connected directly, and an error says so", async () => {
    set({ HTTP_PROXY: proxyUrl(), NO_PROXY: "other.test,.invalid" });
    const { message } = await apiErrorOf(call("http://api.invalid/v1"));
    expect(message).toMatch(/ENOTFOUND|EAI_AGAIN/);
    expect(message).toContain(
        `(HTTP_PROXY sends requests through the proxy ${proxyUrl()}, except to the hosts of NO_PROXY: other.test,.invalid)`,
    );
    expect(asked).toEqual([]);
});

test("what is on this machine is connected directly", async () => {
    set({ HTTP_PROXY: "http://nowhere.invalid:1" });
    expect(await call(`http://127.0.0.1:${portOf(api!)}/v1`)).toMatchObject({ serviceId: "s1" });
});

test("HTTPS_PROXY says nothing of http", async () => {
    set({ HTTPS_PROXY: proxyUrl() });
    await apiErrorOf(call("http://api.invalid/v1"));
    expect(asked).toEqual([]);
    await apiErrorOf(call("https://api.invalid/v1"));
    expect(asked[0]).toMatchObject({ target: "api.invalid:443" });
});

test.each(["http://me:secret@:x", "http://me:secret%zz@proxy.test"])(
    "%j is an error, which does not show it",
    (url) => {
        set({ HTTP_PROXY: url });
        return expect(call()).rejects.toThrow("HTTP_PROXY is not the URL of a proxy, such as http://HOST:3128.");
    },
);

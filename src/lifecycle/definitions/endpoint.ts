/** Where to connect to. */
export interface EndpointAddress {
    host: string;
    port?: number;
}

interface MaybeAddress {
    readonly host?: string | undefined;
    readonly port?: number | undefined;
}

/** An endpoint without a host does not exist yet. */
export function endpointOf(endpoint: MaybeAddress | undefined): EndpointAddress | undefined {
    if (endpoint?.host === undefined) return undefined;
    return { host: endpoint.host, ...(endpoint.port === undefined ? {} : { port: endpoint.port }) };
}

/** A pooler with an endpoint is enabled; one without may be being enabled or disabled, so it counts as omitted. */
export function poolerOf(pooler: { readonly endpoint?: MaybeAddress | undefined } | undefined) {
    const poolerEndpoint = endpointOf(pooler?.endpoint);
    return { connectionPooler: poolerEndpoint === undefined ? undefined : true, poolerEndpoint };
}

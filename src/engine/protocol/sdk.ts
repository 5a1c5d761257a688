import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";

// Both are resolved from @pulumi/pulumi: its generated messages work only with its own copies, and strict package
// managers do not expose them elsewhere.
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

export const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
export const { Struct } = sdk("google-protobuf/google/protobuf/struct_pb") as { Struct: typeof StructMessage };
export const { Empty } = sdk("google-protobuf/google/protobuf/empty_pb") as { Empty: typeof EmptyMessage };

export const channelOptions = {
    // Messages may exceed gRPC's default size limit; the SDK lifts it too.
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    // A port may have belonged to another process a moment ago, whose failed connection is of no use to a new client.
    "grpc.use_local_subchannel_pool": 1,
};

// The same components, whose resources the native provider manages.
import * as native from "../resources/native";
import { PreviewFork as DynamicPreviewFork } from "./previewFork";
import { PrivateService as DynamicPrivateService } from "./privateService";

export type * from "./previewFork";
export type * from "./privateService";

/** A service in a VPC, managed by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class PrivateService extends DynamicPrivateService {
    protected static override readonly children = native;
}

/** A fork for a branch or a pull request, managed by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class PreviewFork extends DynamicPreviewFork {
    protected static override readonly children = native;
}

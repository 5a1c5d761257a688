import { z } from "zod";
import { idText } from "../../lifecycle";

const text = z.string().min(1);

export const profileSchema = { profile: text.optional() };
export const projectSchema = { ...profileSchema, projectId: idText.optional() };
export const textSchema = text;
/** An id of the API, used in a request path. */
export const idSchema = idText;

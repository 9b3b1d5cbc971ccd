import { z } from "zod";

export const statuses = ["new", "open", "done", "spam"] as const;
export type Status = (typeof statuses)[number];

export const statusLabels: Record<Status, string> = { new: "New", open: "Open", done: "Done", spam: "Spam" };

export const statusSchema = z.object({ status: z.enum(statuses) });

import worker from "./door-worker.ts?worker&url";
import phone from "./phone-door.ts?worker&url";

export const DoorScript = () => (
  <script src={phone} data-worker={worker} defer type={import.meta.env.DEV ? "module" : undefined} />
);

/** What specs find at `window.fixture`. */
import type { Fixture } from "./fixtureBridge.ts";

declare global {
  interface Window {
    fixture?: Fixture["hooks"];
  }
}

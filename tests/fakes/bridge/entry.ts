/** The renderer on the fixture bridge. */
import "../../../renderer/jitless.ts";
import "./hooks.ts";
import { createFixture } from "./fixtureBridge.ts";
import { readScene } from "./scene.ts";

const fixture = createFixture(readScene(location.search));
window.bridge = fixture.bridge;
window.fixture = fixture.hooks;
await import("../../../renderer/main.tsx");

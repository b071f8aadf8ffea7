import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

/** Three bundles into `out/`: main (with its worker threads beside it), the preload as one CommonJS file, the renderer. */
export default defineConfig({
  main: {
    build: {
      // Read at every start: as hundreds of small files these take longer than all the rest.
      externalizeDeps: { exclude: ["zod", "undici", "pino"] },
      rollupOptions: {
        input: { main: "electron/main.ts", practiceWorker: "electron/practice/worker.ts", readWorker: "electron/readWorker.ts" },
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can require nothing but electron, so everything else is inside.
      externalizeDeps: false,
      rollupOptions: { input: { preload: "electron/preload.ts" }, output: { format: "cjs", entryFileNames: "[name].cjs" } },
    },
  },
  renderer: {
    root: "renderer",
    plugins: [react()],
    build: {
      rollupOptions: { input: { index: "renderer/index.html" }, output: { minify: true } },
      // The content policy allows no inline script and no data: fonts.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  },
});

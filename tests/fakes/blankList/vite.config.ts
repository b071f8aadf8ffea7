/** Builds the blank list that the wall is measured against. Not part of the product. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react()],
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0, target: "esnext" },
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Outside a React server build the real module throws on import.
    alias: { "server-only": `${root}node_modules/server-only/empty.js` },
  },
  test: {
    include: ["{lib,components,db,app,tests,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["tests/browser/**", "**/node_modules/**"],
    environment: "node",
    setupFiles: ["tests/fail-on-console.ts"],
    // A process each: the database driver is native, and some tests end processes and change the environment.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
  },
});

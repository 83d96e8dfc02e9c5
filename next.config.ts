import type { NextConfig } from "next";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Compressing costs more than it saves on one machine; a proxy in front does it better.
  compress: false,
  serverExternalPackages: ["better-sqlite3", "lz4-napi", "pino"],
  experimental: {
    // Without it, a link followed while the server is away leaves the page for the browser's own error.
    useOffline: true,
    // Loading every page first takes longer than all of the rest of a start; a page loads in a tenth of a second.
    preloadEntriesOnStart: false,
  },
  // Types are checked once, by `npm run check`, tests included; a start does not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
};

export default config;

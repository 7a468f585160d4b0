export default {
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  resolve: { dedupe: ["preact"] },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // The polyfill would be an inline script, which the server's CSP refuses.
    modulePreload: { polyfill: false },
  },
};

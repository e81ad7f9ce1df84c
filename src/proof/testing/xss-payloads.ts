/** Sets `window.__x` when executed. */
const RUN = 'window.__x=1'

const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<script src="data:,${RUN}"></script>`,
  `<img src="x:" onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mtext><img src="x:" onerror="${RUN}"></mtext></math>`,
  `<iframe srcdoc="<script>parent.__x=1</script>">`,
  `<iframe src="javascript:parent.__x=1">`,
  `<object data="javascript:${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<style onload="${RUN}"></style>`,
  `<form><button formaction="javascript:${RUN}">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `" onfocus="${RUN}" autofocus x="`,
  `' onmouseover='${RUN}`,
  `javascript:${RUN}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
]

/** Contexts that a payload may have to break out of. */
const AROUND = ['', '">', "'>", '</title>', '</script>', '--><!--', '</textarea>', '</noscript>']

/** Encodings, against double decoding. */
const WRITTEN: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replaceAll(/<(\/?)(\w+)/g, (_, slash, name: string) => `<${slash}${name.toUpperCase()}/`),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  (text) => text.replaceAll('<', '\\u003c').replaceAll('"', '\\"'),
  (text) => encodeURIComponent(text),
]

/** Texts that would execute if taken for markup: elements × contexts × encodings. */
export const XSS_PAYLOADS: readonly string[] = [
  ...new Set(
    WRITTEN.flatMap((write) =>
      AROUND.flatMap((around) => ELEMENTS.map((one) => write(around + one))),
    ),
  ),
]

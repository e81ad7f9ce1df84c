import { type DocumentTemplate, escapeText, sha256 } from '#page/bff/document.ts'
import { languageOf } from '#words/languages.ts'
import { SANDBOX_WORDS } from '#words/tables/sandbox.ts'

const STYLE =
  '.preview-note{position:sticky;z-index:3;top:0;margin:0;padding:8px 16px;background:#3b2a66;color:#fff;font-size:.875rem;line-height:1.4;text-align:center;text-wrap:balance}'
const STYLE_HASH = sha256(STYLE)
const BODY = '</head>\n<body>'

/** A template whose documents have a note at the top which says that they are a preview. */
export function withPreviewNote(template: DocumentTemplate): DocumentTemplate {
  return {
    ...template,
    write(page, locale) {
      const { html, styleHashes } = template.write(page, locale)
      const words = SANDBOX_WORDS[languageOf(locale).tag].preview
      const note = `<style>${STYLE}</style>\n<p class="preview-note" role="note">${escapeText(words)}</p>`
      return {
        html: html.replace(BODY, () => `${BODY}\n${note}`),
        styleHashes: [...styleHashes, STYLE_HASH],
      }
    },
  }
}

import { PREVIEW_LIMITS } from '#contract/preview.ts'

/** A preview reference: the name of a state and the code of a composition. */
const FORM = new RegExp(
  `^preview\\.(?<state>[a-z][a-z-]{0,39})\\.(?<code>[\\w-]{1,${PREVIEW_LIMITS.codeLengthMax}})$`,
)

/** The route parameter of a preview reference. */
export const PREVIEW_PARAMETER = ':reference{preview\\.[^/]+}'

export function readPreviewReference(text: string): { state: string; code: string } | undefined {
  const { state, code } = FORM.exec(text)?.groups ?? {}
  return state === undefined || code === undefined ? undefined : { state, code }
}

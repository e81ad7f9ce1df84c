import { PREVIEW_LIMITS } from '../../contract/preview.ts'

/** The parts of a reference that stands for no session: the name of a state, and the code of a composition. */
const FORM = new RegExp(
  `^preview\\.(?<state>[a-z][a-z-]{0,39})\\.(?<code>[\\w-]{1,${PREVIEW_LIMITS.codeLengthMax}})$`,
)

/** As a router names it. */
export const PREVIEW_PARAMETER = ':reference{preview\\.[^/]+}'

export function readPreviewReference(text: string): { state: string; code: string } | undefined {
  const { state, code } = FORM.exec(text)?.groups ?? {}
  return state === undefined || code === undefined ? undefined : { state, code }
}

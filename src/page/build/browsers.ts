/** The oldest browsers that the scripts of page and card frame run in (`docs/security/safeguards.md`). */
export const BROWSERS = ['chrome100', 'edge100', 'firefox102', 'safari15.4', 'ios15.4']

/** Styles degrade in those: the newest syntax makes the document smaller. */
export const STYLE_BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4']

/**
 * What one of those browsers lacks, as a script names it. A build target translates syntax, but adds no API. A script that
 * needs one of these has a fallback of its own and names it in another way.
 */
const YOUNG: readonly RegExp[] = [
  // Syntax that no build translates: lookbehind.
  /\(\?<[=!]/g,
  /Promise\.(?:withResolvers|try)\b/g,
  /AbortSignal\.(?:any|timeout)\b/g,
  /\.(?:toSorted|toReversed|toSpliced|findLast|findLastIndex)\(/g,
  /(?:Object|Map)\.groupBy\b|Array\.fromAsync\b/g,
  /\.(?:isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/g,
  /\bURL\.(?:canParse|parse)\b|Response\.json\(|Intl\.(?:DurationFormat|Segmenter)\b/g,
  /Uint8Array\.from(?:Base64|Hex)\b|\.to(?:Base64|Hex)\(|RegExp\.escape\b|Math\.sumPrecise\b/g,
  /\.requestSubmit\(|\.showPicker\(|\.(?:show|hide|toggle)Popover\(|\.checkVisibility\(/g,
  /\.aria[A-Z]\w* *=[^=]/g,
  /\.(?:setHTML|setHTMLUnsafe|getHTML)\(|\bscheduler\.(?:yield|postTask)\b/g,
  /\.startViewTransition\(|\brequestIdleCallback\(|\bnavigation\.navigate\(|\bcreateImageBitmap\(/g,
  // Absent on plain http, as in a local network.
  /\.randomUUID\(/g,
]

/** What React has for features that the page does not use: an advice about forms, view transitions. */
const UNUSED_OF_REACT = [
  /consider using form\.requestSubmit\(\)/g,
  /\w\.startViewTransition\(\{/g,
  /navigation\.navigate\(\w+\.url/g,
]

/** The names of APIs in a script that not all of the browsers have. */
export function youngNamesIn(script: string): string[] {
  const ours = UNUSED_OF_REACT.reduce((code, unused) => code.replaceAll(unused, ''), script)
  return YOUNG.flatMap((young) => [...ours.matchAll(young)].map(([name]) => name))
}

/** Throws when a script needs a younger browser. */
export function checkBrowsers(scripts: Readonly<Record<string, string>>): void {
  const found = Object.entries(scripts).flatMap(([file, code]) =>
    youngNamesIn(code).map((name) => `${file}: ${name}`),
  )
  if (found.length > 0)
    throw new Error(
      `scripts need younger browsers than ${BROWSERS.join(', ')}: ${found.join('; ')}`,
    )
}

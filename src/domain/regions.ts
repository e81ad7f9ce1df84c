const BRAZIL = `AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|
MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|
RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|
SE Sergipe|TO Tocantins`

/** Includes the three codes of the armed forces. */
const UNITED_STATES = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|AA Armed Forces Americas|AE Armed Forces Europe|
AP Armed Forces Pacific|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|
HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|
MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|
NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|
RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|
WV West Virginia|WI Wisconsin|WY Wyoming`

type State = readonly [code: string, name: string]

const STATES: ReadonlyMap<string, readonly State[]> = new Map([
  ['BR', read(BRAZIL)],
  ['US', read(UNITED_STATES)],
])

/** A country's states, sorted by name; undefined where the state is free text or does not exist. */
export function regionsOf(country: string | undefined): readonly State[] | undefined {
  return STATES.get(country ?? '')
}

/** The state's code, from its code or name; other text is unchanged. */
export function regionCode(text: string, country: string | undefined): string {
  const wanted = plain(text)
  const found = regionsOf(country)?.find((state) => state.some((word) => plain(word) === wanted))
  return found?.[0] ?? text
}

/** Whether the text is a state's code or name, in a country whose states are known. */
export function isRegion(text: string, country: string | undefined): boolean {
  const code = regionCode(text, country)
  return regionsOf(country)?.every((state) => state[0] !== code) !== true
}

/** Ignores case and accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .trim()
    .toLowerCase()
}

function read(table: string): State[] {
  return table.split(/\|\s*/).map((entry) => [entry.slice(0, 2), entry.slice(3)])
}

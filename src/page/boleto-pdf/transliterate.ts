import { asciiDigits } from '#domain/ascii-digits.ts'

/** Pairs of a letter and its Latin letters; a letter alone has no sound of its own. */
const ALPHABETS = `
а:a б:b в:v г:g ґ:g ғ:g д:d ђ:dj е:e ё:e є:ye ж:zh з:z ѕ:dz и:i і:i ї:yi й:y ј:j к:k қ:q л:l љ:lj м:m н:n њ:nj ң:ng о:o ө:o п:p р:r с:s т:t
ћ:c у:u ў:u ү:u ұ:u ф:f х:kh һ:h ц:ts ч:ch џ:dz ш:sh щ:shch ъ ы:y ь э:e ә:a ю:yu я:ya
α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:u φ:f χ:ch ψ:ps ω:o
א:a ב:b ג:g ד:d ה:h ו:v ז:z ח:h ט:t י:y כ:k ך:k ל:l מ:m ם:m נ:n ן:n ס:s ע:a פ:p ף:f צ:ts ץ:ts ק:k ר:r ש:sh ת:t
ا:a ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:a غ:gh ف:f ق:q ك:k ل:l م:m ن:n ه:h و:w ي:y ى:a ة:a ء پ:p چ:ch ژ:zh
ک:k گ:g ی:y
あ:a い:i う:u え:e お:o か:ka き:ki く:ku け:ke こ:ko が:ga ぎ:gi ぐ:gu げ:ge ご:go さ:sa し:shi す:su せ:se そ:so ざ:za じ:ji ず:zu ぜ:ze ぞ:zo
た:ta ち:chi つ:tsu て:te と:to だ:da ぢ:ji づ:zu で:de ど:do な:na に:ni ぬ:nu ね:ne の:no は:ha ひ:hi ふ:fu へ:he ほ:ho ば:ba び:bi ぶ:bu べ:be ぼ:bo
ぱ:pa ぴ:pi ぷ:pu ぺ:pe ぽ:po ま:ma み:mi む:mu め:me も:mo や:ya ゆ:yu よ:yo ら:ra り:ri る:ru れ:re ろ:ro わ:wa を:o ん:n ゔ:vu っ ー
ぁ:a ぃ:i ぅ:u ぇ:e ぉ:o ゃ:ya ゅ:yu ょ:yo
ł:l đ:d ı:i ħ:h ŧ:t ŋ:ng ĸ:k ə:a ƶ:z ß:ss`
const LATIN = new Map(
  ALPHABETS.trim()
    .split(/\s+/)
    .map((pair) => {
      const [letter = '', latin = ''] = pair.split(':')
      return [letter, latin] as const
    }),
)

/** Hangul syllables are composed of these, in this order (Unicode, chapter 3.12). */
const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ')
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')
const HANGUL = 0xac_00
const HANGUL_END = 0xd7_a3
const KATAKANA = /[ァ-ヴ]/u
const KATAKANA_AFTER_HIRAGANA = 0x60

/** The Latin letters for a sign of another alphabet, composed (NFC); undefined for a sign of a script that has no alphabet. */
export function latinOf(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0
  if (code >= HANGUL && code <= HANGUL_END) return hangul(code - HANGUL)
  if (KATAKANA.test(sign)) return latinOf(String.fromCodePoint(code - KATAKANA_AFTER_HIRAGANA))
  if (/\p{Nd}/u.test(sign)) return asciiDigits(sign)
  const lower = sign.toLowerCase()
  const latin = LATIN.get(lower) ?? LATIN.get(lower.normalize('NFD').charAt(0))
  return latin === undefined || lower === sign
    ? latin
    : latin.charAt(0).toUpperCase() + latin.slice(1)
}

function hangul(index: number): string {
  const vowels = VOWELS.length * FINALS.length
  return [
    INITIALS[Math.floor(index / vowels)],
    VOWELS[Math.floor((index % vowels) / FINALS.length)],
    FINALS[index % FINALS.length],
  ].join('')
}

import { controlOf, isControl, isRadio } from './controls.ts'
import type { FieldValues } from './required-fields.ts'

/** Copies what was typed and chosen in a form into another one of the same fields. */
export function copyControls(from: HTMLFormElement, to: HTMLFormElement): void {
  const typed = [...from.elements].filter(isControl)
  for (const control of [...to.elements].filter(isControl)) {
    const same = typed.find(({ id, name, value }) =>
      isRadio(control) ? name === control.name && value === control.value : id === control.id,
    )
    if (same === undefined) continue
    if (isRadio(control) && isRadio(same)) control.checked = same.checked
    else control.value = same.value
  }
}

/** Writes programmatically changed values into the uncontrolled inputs. */
export function writeControls(
  form: HTMLFormElement,
  before: FieldValues,
  after: FieldValues,
): void {
  for (const element of form.elements) {
    const found = controlOf(element, before)
    if (found === null || before[found.name] === after[found.name]) continue
    found.control.value = after[found.name] ?? ''
  }
}

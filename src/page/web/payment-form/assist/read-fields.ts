/** Fields with their labels and values, as they are shown: "State: São Paulo". */
export function readFields(names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const control = document.getElementById(name)
      if (control instanceof HTMLSelectElement)
        return [textOf(control, control.selectedOptions[0]?.text ?? '')]
      return control instanceof HTMLInputElement ? [textOf(control, control.value)] : []
    })
    .join('. ')
}

function textOf({ labels }: HTMLInputElement | HTMLSelectElement, value: string): string {
  return `${labels?.[0]?.textContent ?? ''}: ${value}`
}

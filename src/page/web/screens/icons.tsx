import { Badge } from './badge.tsx'

export function ClockIcon() {
  return (
    <Badge tone="calm">
      <circle cx="13" cy="13" r="9" />
      <path d="M13 8v5l3.5 2" />
    </Badge>
  )
}

export function CrossIcon() {
  return (
    <Badge tone="calm">
      <path d="M8 8l10 10M18 8L8 18" />
    </Badge>
  )
}

export function QuestionIcon() {
  return (
    <Badge tone="calm">
      <path d="M9.5 10a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M13 19.5v.1" />
    </Badge>
  )
}

import type { Plant } from '../simulation/plant.ts'
import { ADYEN_PLANTS } from './adyen-plants.ts'
import { API_PIX_PLANTS } from './api-pix-plants.ts'
import { HOLD_PLANTS } from './hold-plants.ts'
import { MONEY_PLANTS } from './money-plants.ts'
import { REPEAT_PLANTS } from './repeat-plants.ts'
import { DELIVERY_PLANTS } from './delivery-plants.ts'
import { PROCESSOR_PLANTS } from './processor-plants.ts'

export const PLANTS: readonly Plant[] = [
  ...MONEY_PLANTS,
  ...PROCESSOR_PLANTS,
  ...HOLD_PLANTS,
  ...API_PIX_PLANTS,
  ...ADYEN_PLANTS,
  ...DELIVERY_PLANTS,
  ...REPEAT_PLANTS,
]

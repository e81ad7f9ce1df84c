import type { Plant } from '../simulation/plant.ts'
import { MONEY_PLANTS } from './money-plants.ts'
import { REPEAT_PLANTS } from './repeat-plants.ts'
import { DELIVERY_PLANTS } from './delivery-plants.ts'

export const PLANTS: readonly Plant[] = [...MONEY_PLANTS, ...DELIVERY_PLANTS, ...REPEAT_PLANTS]

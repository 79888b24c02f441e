import { earliestHours } from '@handsfree/core/booking'
import type { Currency, Site } from '@handsfree/core/contract'
import { formatMoney, hoursWords } from '@handsfree/core/i18n'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'

export function useRouteWords() {
  const intl = useIntl()
  return useMemo(() => routeWords(intl), [intl])
}

const routeWords = (intl: IntlShape) => ({
  hoursWords: (hours: Site['hours']): string => hoursWords(intl, hours),
  earliestWords: (travelMinutes: number): string =>
    intl.formatMessage({ id: 'orderForm.earliest' }, { hours: earliestHours(travelMinutes) }),
  feeWords: (amount: number, currency: Currency): string =>
    amount > 0
      ? intl.formatMessage(
          { id: 'orderForm.extraPerPiece' },
          { fee: formatMoney({ amount, currency }, intl, { round: true }) },
        )
      : '',
})

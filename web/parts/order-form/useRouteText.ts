import { earliestHours } from '@handsfree/core/booking'
import type { Currency, Site } from '@handsfree/core/contract'
import { formatMoney, hoursText } from '@handsfree/core/i18n'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'

export function useRouteText() {
  const intl = useIntl()
  return useMemo(() => createRouteText(intl), [intl])
}

const createRouteText = (intl: IntlShape) => ({
  hoursText: (hours: Site['hours']): string => hoursText(intl, hours),
  earliestText: (travelMinutes: number): string =>
    intl.formatMessage({ id: 'orderForm.earliest' }, { hours: earliestHours(travelMinutes) }),
  feeText: (amount: number, currency: Currency): string =>
    amount > 0
      ? intl.formatMessage(
          { id: 'orderForm.extraPerPiece' },
          { fee: formatMoney({ amount, currency }, intl, { round: true }) },
        )
      : '',
})

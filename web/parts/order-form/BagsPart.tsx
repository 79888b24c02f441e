import {
  selectDraftPhotos,
  selectDraftProblems,
  selectHeldPhotos,
  selectPhotoSet,
  selectPlace,
} from '@handsfree/core/booking'
import type { PriceRule, QrSite } from '@handsfree/core/contract'
import { discountFigures, formatMoney, joinParts } from '@handsfree/core/i18n'
import { digitsOf } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { shallowEqual } from '@xstate/react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { formPath, signInPath } from '../../app/address.ts'
import type { MessageKey } from '../../app/message-key.ts'
import { Alert, Card, InlineList, Stepper, TextLink } from '../../ui/index.ts'
import { PhotoGrid } from '../photos/PhotoGrid.tsx'
import { DeclaredValueField } from './DeclaredValueField.tsx'
import { FormPart } from './FormPart.tsx'
import {
  changeDraft,
  fieldId,
  type SectionProps,
  useDraftField,
  useFieldError,
  useIsEditable,
} from './form-fields.ts'
import styles from './OrderForm.module.css'
import { useFormSelector } from './useFormSelector.ts'

type BagsPartProps = SectionProps & {
  /** Replaces the hint of the photos where a desk fills in the form. */
  guestHint?: string
}

export function BagsPart({ form, guestHint }: BagsPartProps) {
  const intl = useIntl()
  const place = useFormSelector(form, selectPlace)
  const pieces = useDraftField(form, 'pieces')
  const error = useFieldError(form, 'pieces')
  return (
    <FormPart
      form={form}
      part="bags"
      title={intl.formatMessage({ id: 'orderForm.bags' })}
      summary={<BagsLine form={form} place={place} />}
      aside={<FormattedMessage id="orderForm.largestBag" values={policy} />}
    >
      <Card>
        <div className={styles.parts}>
          <div id={fieldId('pieces')}>
            <Stepper
              label={intl.formatMessage({ id: 'orderForm.pieces' })}
              hint={priceRuleText(place.priceRule, intl)}
              value={pieces}
              min={policy.minPieces}
              max={policy.maxPieces}
              decreaseLabel={intl.formatMessage({ id: 'orderForm.fewerPieces' })}
              increaseLabel={intl.formatMessage({ id: 'orderForm.morePieces' })}
              digitsOf={digitsOf}
              onChange={(value) => changeDraft(form, { pieces: value })}
              error={error}
            />
          </div>
          <BagPhotos
            form={form}
            hint={guestHint ?? intl.formatMessage({ id: 'orderForm.photosHint' }, policy)}
          />
          <HeldPhotos form={form} />
          <DeclaredValueField form={form} place={place} isForGuest={guestHint !== undefined} />
        </div>
      </Card>
    </FormPart>
  )
}

function BagsLine({ form, place }: SectionProps & { place: QrSite }) {
  const intl = useIntl()
  const pieces = useDraftField(form, 'pieces')
  const declaredValue = useDraftField(form, 'declaredValue')
  const photos = useFormSelector(form, (snapshot) => selectDraftPhotos(snapshot).length)
  const { currency } = place.priceRule
  const items = [
    intl.formatMessage({ id: 'orderConfirm.bags' }, { count: pieces }),
    intl.formatMessage({ id: 'orderForm.photoCount' }, { count: photos }),
    declaredValue > 0 && formatMoney({ amount: declaredValue, currency }, intl, { round: true }),
  ]
  return <InlineList text={joinParts(items)} />
}

/** Price per bag, discounts, and fees or refunds that only this site has. */
function priceRuleText(rule: PriceRule, intl: IntlShape): string {
  const { currency, pricePerPiece, freePieces, sponsoredPieces, nthPieceDiscount } = rule
  const { packagePrice, storagePerDay, lateRefund, returnFee } = rule
  const money = (amount: number) => formatMoney({ amount, currency }, intl, { round: true })
  const text = (id: MessageKey, values?: Record<string, string | number>) =>
    intl.formatMessage({ id }, values)
  return joinParts([
    packagePrice &&
      text('orderForm.packagePrice', { price: money(packagePrice.amount), count: packagePrice.pieces }),
    text(packagePrice ? 'orderForm.perFurtherPiece' : 'orderForm.perPiece', { price: money(pricePerPiece) }),
    freePieces > 0 && text('orderForm.freePieces', { count: freePieces }),
    sponsoredPieces > 0 && text('orderForm.sponsoredPieces', { count: sponsoredPieces }),
    nthPieceDiscount &&
      text('orderForm.nthPiece', {
        nth: nthPieceDiscount.nth,
        ...discountFigures(nthPieceDiscount.percentOff),
      }),
    storagePerDay &&
      text('orderForm.storagePerDay', {
        price: money(storagePerDay.amount),
        freeHours: storagePerDay.freeHours,
      }),
    lateRefund && text('orderForm.lateRefund', lateRefund),
    returnFee ? text('orderForm.returnFee', { price: money(returnFee) }) : null,
  ])
}

function BagPhotos({ form, hint }: SectionProps & { hint: string }) {
  const intl = useIntl()
  const error = useFieldError(form, 'photos')
  const hasFailed = useFormSelector(
    form,
    (snapshot) => selectDraftProblems(snapshot).photos === 'photosFailed',
  )
  return (
    <PhotoGrid
      id={fieldId('photos')}
      photoSet={useFormSelector(form, selectPhotoSet)}
      maxPhotos={policy.maxPhotos}
      isEditable={useIsEditable(form)}
      legend={intl.formatMessage({ id: 'orderForm.photos' })}
      hint={hint}
      firstLabel={intl.formatMessage({ id: 'orderForm.addPhotos' })}
      labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
      // Each failed photo already has its own message.
      error={hasFailed ? undefined : error}
    />
  )
}

/** A visitor's photos upload after sign-in. */
function HeldPhotos({ form }: SectionProps) {
  const { count, areStored } = useFormSelector(form, selectHeldPhotos, shallowEqual)
  const { qrId } = form.getSnapshot().context.place
  if (count === 0) return null
  if (areStored) {
    return (
      <p className="small">
        <FormattedMessage id="photo.held" values={{ count }} />
      </p>
    )
  }
  return (
    <Alert
      tone="sky"
      panel
      action={
        <TextLink href={signInPath(formPath(qrId))}>
          <FormattedMessage id="home.signIn" />
        </TextLink>
      }
    >
      <FormattedMessage id="photo.notKept" />
    </Alert>
  )
}

/**
 * UI kit without domain knowledge. Texts are props. One module per component, so that routes load only what they use.
 *
 *   <Page bar={<TopBar title back actions />} action={<StickyAction alert summary>…</StickyAction>} centered>
 *   <Headline detail level centered>        <Section title aside id>       <Card kind="plain|rows|flush">
 *   <Row icon title detail end strong>      <Tag eyelet torn>              <FromTo from to labelled>
 *   <ActionRow icon kind="plain|quiet" busy href|onClick>
 *   <Button kind="gold|ghost|coral|quiet" size="large|regular|small" icon busy href|onClick>
 *   <IconButton label kind="plain|pine|mint" href|onClick>
 *   <TextLink forward stretched href|onClick>
 *   <StatusBadge tone="sky|mint|gold|coral|plain">   <Badge count cap>      <Alert tone panel action>
 *   <Page wide><Columns aside more>        two columns from 700 px       <Halves> parts side by side
 *   <Steps label steps>                     <Loading label><Skeleton width height shape /><FromToSkeleton /></Loading>
 *   <EmptyState picture title level action> <QrCode value label size>      <Brand name>
 *   <EndOfList onSeen>                      <DescriptionList><DescriptionItem label strong>…
 *   <InlineList text>                     joined by dots, breaks only between parts
 *   <Field label labelUnseen error hint disabled><TextControl multiline start end …input /></Field>   <SelectControl>options
 *   <DataTable label rows columns idOf sort onSort end>  sortable, only renders visible rows
 *   <FieldError id>                         <ErrorLive value> whether errors inside are announced
 *   <OtpField label length value onChange onSubmit digitsOf boxLabel error readOnly autoFocus>
 *   <Stepper label value min max onChange decreaseLabel increaseLabel hint error>
 *   <Tabs label tabs value onChange>
 *   <Checkbox label detail checked disabled onChange>
 *   <ChipGroup label options value onChange layout="wrap|strip|grid" error>
 *   <Sheet open onClose title closeLabel description action returnTo>
 *   <FullScreen open onClose title closeLabel>  <Modal …> dialogs with their own look
 *   <ConfirmDialog open onClose title description confirm cancelLabel>
 *   toast.show(text), const done = toast.loading(text)
 *   const { frozen, press } = useFrozenWhilePressed(value)
 *
 * Text classes: `soft` (15 px), `small` (13 px), `figures` (times, prices, codes), `unseen` (screen readers only).
 */
export { ActionRow, type ActionRowProps } from './ActionRow.tsx'
export { Alert, type AlertProps } from './Alert.tsx'
export { Anchor } from './Anchor.tsx'
export { Badge, type BadgeProps } from './Badge.tsx'
export { Brand } from './Brand.tsx'
export { Button, type ButtonProps } from './Button.tsx'
export { Card, type CardProps } from './Card.tsx'
export { Checkbox, type CheckboxProps } from './Checkbox.tsx'
export { ChipGroup, type ChipGroupProps, type ChipOption } from './ChipGroup.tsx'
export { Columns } from './Columns.tsx'
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'
export { type DataColumn, DataTable, type DataTableProps } from './DataTable.tsx'
export {
  DescriptionItem,
  type DescriptionItemProps,
  DescriptionList,
} from './DescriptionList.tsx'
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
export { EndOfList, type EndOfListProps } from './EndOfList.tsx'
export { Field, type FieldProps, SelectControl, TextControl, type TextControlProps } from './Field.tsx'
export { FieldError, type FieldErrorProps } from './FieldError.tsx'
export { FromTo, type FromToProps, FromToSkeleton, type Stop } from './FromTo.tsx'
export { FullScreen, type FullScreenProps } from './FullScreen.tsx'
export { ErrorLive } from './field-context.ts'
export { Halves } from './Halves.tsx'
export { Headline, type HeadlineProps } from './Headline.tsx'
export { IconButton, type IconButtonProps } from './IconButton.tsx'
export { InlineList } from './InlineList.tsx'
export { EmptyListPicture, LostPagePicture, SleepingCameraPicture } from './illustrations.tsx'
export { langOf } from './lang-of.ts'
export { closeLayers, openLayers, watchLayers } from './layers.ts'
export { Modal, type ModalProps } from './Modal.tsx'
export { OtpField, type OtpFieldProps } from './OtpField.tsx'
export { Page, type PageProps } from './Page.tsx'
export { QrCode, type QrCodeProps } from './QrCode.tsx'
export { Row, type RowProps } from './Row.tsx'
export { Section, type SectionProps } from './Section.tsx'
export { Sheet, type SheetProps } from './Sheet.tsx'
export { Loading, type LoadingProps, Skeleton, type SkeletonProps } from './Skeleton.tsx'
export { StatusBadge, type StatusBadgeProps } from './StatusBadge.tsx'
export { Stepper, type StepperProps } from './Stepper.tsx'
export { type Step, Steps, type StepsProps } from './Steps.tsx'
export { StickyAction, type StickyActionProps } from './StickyAction.tsx'
export { Tabs, type TabsProps } from './Tabs.tsx'
export { Tag, type TagProps } from './Tag.tsx'
export { TextLink, type TextLinkProps } from './TextLink.tsx'
export { TopBar, type TopBarProps } from './TopBar.tsx'
export { toast } from './toast.ts'
export { useFrozenWhilePressed } from './useFrozenWhilePressed.ts'

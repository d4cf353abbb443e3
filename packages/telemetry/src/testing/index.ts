export { collectSpans } from './collect-spans';
export { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver';

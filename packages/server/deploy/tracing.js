// Sends the traces of a server or a worker to a collector, in OTLP over HTTP:
//   OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 OTEL_SERVICE_NAME=lodestone \
//     node --import ./packages/server/deploy/tracing.js packages/server/bundle/main.js serve
// Any other module that sets OpenTelemetry's SDK up does as well. Leave its automatic instrumentations out: they write down paths and
// statements, and with them tokens and addresses.
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

trace.setGlobalTracerProvider(
  new TracerProvider({
    resource: defaultResource().merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  }),
);

import HTTPTypes
import NIOCore
import ServiceRuntime

func livez(_ call: OperationsCall) -> Answer {
    Answer(.ok, .plainText, ByteBuffer(string: "alive, version \(ServiceProgram.version)\n"))
}

// livez: whether the process works at all.

import HTTPTypes
import NIOCore
import ServiceRuntime

extension OperationsCall {
    func livez() -> Answer { Answer(.ok, .plainText, ByteBuffer(string: "alive, version \(ServiceProgram.version)\n")) }
}

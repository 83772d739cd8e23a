// livez: whether the process works at all.

import HTTPTypes
import NIOCore

extension OperationsCall {
    func livez() -> Answer { Answer(.ok, .plainText, ByteBuffer(string: "alive\n")) }
}

import CEdgeDocuments
import NIOCore

enum EmbeddedDocument {
    static let openAPI = EmbeddedFile(edge_document_openapi())
    static let operatorsOpenAPI = EmbeddedFile(edge_document_openapi_operators())

    static let ecoveloSDK = EmbeddedFile(edge_document_ecovelo_sdk())

    /// Clients/Pages, by names without the folder.
    static let pages: [String: EmbeddedFile] = Dictionary(
        uniqueKeysWithValues: (0..<edge_page_count()).map { position in
            let page = edge_page_at(position)
            return (String(cString: page.name), EmbeddedFile(page.document))
        })

    /// Clients/Console, by names without the folder.
    static let console: [String: EmbeddedFile] = Dictionary(
        uniqueKeysWithValues: (0..<edge_console_file_count()).map { position in
            let file = edge_console_file_at(position)
            return (String(cString: file.name), EmbeddedFile(file.document))
        })
}

extension EmbeddedFile {
    fileprivate convenience init(_ document: edge_document) {
        self.init(ByteBuffer(bytes: UnsafeBufferPointer(start: document.bytes, count: document.count)))
    }
}

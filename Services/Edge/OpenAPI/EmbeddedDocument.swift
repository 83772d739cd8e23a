// The files that are part of the program, as they were when it was built.

import CEdgeDocuments
import NIOCore

/// A file that is part of the program.
enum EmbeddedDocument {
    /// The document that describes every route.
    case openAPI
    /// The script that brings a web view its token.
    case ecoveloSDK

    /// What stands in the file.
    var content: ByteBuffer {
        let document =
            switch self {
            case .openAPI: edge_document_openapi()
            case .ecoveloSDK: edge_document_ecovelo_sdk()
            }
        return document.content
    }

    /// The files of Clients/Pages, by their names without the folder.
    static let pages: [String: ByteBuffer] = Dictionary(
        uniqueKeysWithValues: (0..<edge_page_count()).map { position in
            let page = edge_page_at(position)
            return (String(cString: page.name), page.document.content)
        })

    /// The files of Clients/Console, by their names without the folder.
    static let console: [String: ByteBuffer] = Dictionary(
        uniqueKeysWithValues: (0..<edge_console_file_count()).map { position in
            let file = edge_console_file_at(position)
            return (String(cString: file.name), file.document.content)
        })
}

extension edge_document {
    fileprivate var content: ByteBuffer { ByteBuffer(bytes: UnsafeBufferPointer(start: bytes, count: count)) }
}

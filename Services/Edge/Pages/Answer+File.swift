// A file that is part of the program, as pages load it.

import HTTPTypes
import Models

extension Answer {
    /// A file that a page loads. Throws 404 where there is none, and for a template, which is no page yet.
    init(file: EmbeddedFile?, named name: String, for request: EdgeRequest) throws(EdgeError) {
        guard let file, let type = fileType(of: name) else { throw EdgeError(.notFound, "") }
        // A browser may keep the file, and asks each time whether it has changed, as with a new version of the server.
        let fields = [HTTPField(name: .cacheControl, value: "no-cache")]
        self = file.answer(HTTPField(name: .contentType, value: type), fields: fields, for: request)
    }
}

/// The media type of a file by its ending; nil for templates.
private func fileType(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json; charset=utf-8"
    case "svg": "image/svg+xml"
    case "yaml": "application/yaml"
    default: nil
    }
}

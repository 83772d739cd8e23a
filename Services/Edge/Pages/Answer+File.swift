import HTTPTypes
import Models

extension Answer {
    /// A file for a page. Throws 404 for an unknown name, and for a template.
    init(file: EmbeddedFile?, named name: String, for request: EdgeRequest) throws(EdgeError) {
        guard let file, let type = fileType(of: name) else { throw EdgeError(.notFound, "") }
        // A browser may store the file, and revalidates it each time, because a new server version may change it.
        let fields = [HTTPField(name: .cacheControl, value: "no-cache")]
        self = file.answer(HTTPField(name: .contentType, value: type), fields: fields, for: request)
    }
}

/// The media type by the file's ending; nil for templates.
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

// GET /console and GET /console/files/{name}: the page of the console, and what it loads.

import HTTPTypes
import Models
import NIOCore
import ServiceSettings

private let page = PageTemplate(String(buffer: EmbeddedDocument.console["console.html"]?.content ?? ByteBuffer()))

extension PageTexts {
    /// The words of the console in all languages that there are.
    static let console = PageTexts.files(in: EmbeddedDocument.console)
}

/// The page is the same for everybody: its scripts fill it by what the calls say.
func showConsole(_ request: EdgeRequest, _ console: ConsoleAPI) throws(EdgeError) -> Answer {
    let texts = PageTexts.preferred(by: request.headers, of: PageTexts.console)
    let values = ["language": PageValue.text(texts.language), "server": .text(console.serverName)]
    var answer = Answer(.ok, .html, ByteBuffer(string: page.html(texts, values)))
    answer.fields = PageRenderer.fields(imagesFrom: console.tiles?.origin)
    return answer
}

/// The document of the API is among them, for the page that explains it.
func getConsoleFile(_ request: EdgeRequest, _ console: ConsoleAPI) throws(EdgeError) -> Answer {
    let name = request.parameters.first ?? ""
    let file = name == "openapi.yaml" ? EmbeddedDocument.openAPI : EmbeddedDocument.console[name]
    return try Answer(file: file, named: name, for: request)
}

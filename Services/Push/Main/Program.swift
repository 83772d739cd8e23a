import Push
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async { await ServiceProgram.run([PushService.self], name: "push", settings: .balise) }
}
